-- Wrong SMS codes of a number, for each purpose and class of browsers, counted before a code is compared. A row outlives
-- code, sign-in and process. The number is a keyed hash, and need not have an account.
create table code_throttle (
  phone_idx bytea not null,
  class_key text not null,
  -- Counted until then. The one too many closes the class until then.
  wrong_tries integer not null check (wrong_tries >= 0),
  until timestamptz not null,
  closings_total integer not null check (closings_total >= 0),
  -- Of log-ins, in any browser, since a right one.
  login_tries integer not null check (login_tries >= 0),
  primary key (phone_idx, class_key)
);
create index code_throttle_expiry on code_throttle (until);
