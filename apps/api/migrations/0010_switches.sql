create table switch (
  name text primary key check (name in ('maintenance', 'broadcast')),
  value text not null default '0' check (value in ('0', '1')),
  changed_at timestamptz
);
insert into switch (name) values ('maintenance'), ('broadcast');
comment on table switch is 'Settings that the operator changes while the product runs.';
