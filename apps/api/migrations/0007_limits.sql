-- How often something was done, and by whom. The key is a keyed hash of rule and caller: no address and no number is here.
create table limit_counter (
  key bytea primary key,
  hits integer not null check (hits >= 0),
  -- The limit as it was at the last hit: an address with many sign-ins of its own has a higher one.
  most integer not null check (most > 0),
  expires_at timestamptz not null
);
create index limit_counter_expiry on limit_counter (expires_at);

-- Where it is concealed whether a number has an account, everybody gets the same rows.
-- concealed: may become an account as an open one does. taken: the number has an account, so it never becomes one.
-- nobody: somebody asked to recover a number that has no account; it holds the tries at its codes.
alter table registration add column kind text not null default 'open'
  check (kind in ('open', 'concealed', 'taken', 'nobody'));
create unique index registration_nobody on registration (phone_idx) where kind = 'nobody';

-- awaited: the answer tells when the SMS was refused. unawaited: it tells nothing. none: nothing is sent, and no code is right.
alter table sms_challenge add column delivery text not null default 'awaited'
  check (delivery in ('awaited', 'unawaited', 'none'));
