create table switch (
  name text primary key check (name in ('maintenance', 'broadcast', 'provider_signup')),
  value text not null default '0' check (value in ('0', '1')),
  changed_at timestamptz
);
insert into switch (name) values ('maintenance'), ('broadcast');
insert into switch (name, value) values ('provider_signup', '1');
comment on table switch is 'Settings that the operator changes while the product runs.';
