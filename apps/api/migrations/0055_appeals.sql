-- The one appeal against this stop has been made. It is carried over to a stop that renews this one.
alter table registration_stop add column appeal_used boolean not null default false;

-- A sign-up of a stopped number whose SMS code was right: the hash of the token with which its browser appeals.
alter table registration add column appeal_hash bytea;
create index registration_appeal on registration (appeal_hash) where appeal_hash is not null;

-- Made by an appeal, until a person has approved: an approval by the identity-check service proves nothing yet.
alter table account add column is_appeal boolean not null default false;
-- Such an approval, sealed for its check, until a person decides.
alter table identity_check add column held_enc text;

-- What an account that ended under age may do; null: nothing.
alter table tombstone add column next_step text check (next_step in ('appeal', 'restore'));

create table appeal_month (
  month date primary key,
  begun_total integer not null default 0,
  approved_total integer not null default 0,
  rejected_total integer not null default 0,
  under_age_total integer not null default 0,
  over_total integer not null default 0,
  -- From each appeal to each of its outcomes, together.
  days integer not null default 0
);
comment on table appeal_month is 'Appeals against an outcome under age, and how they ended, by month. No row tells whose they were.';
