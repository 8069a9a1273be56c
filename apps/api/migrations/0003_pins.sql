create table pin_throttle (
  phone_idx bytea not null,
  class_key text not null,
  -- Wrong PINs in a row.
  failures integer not null default 0 check (failures >= 0),
  -- Wrong PINs since the PIN was set.
  total integer not null default 0 check (total >= 0),
  -- Guesses that were counted and are not compared yet.
  inflight integer not null default 0 check (inflight >= 0),
  inflight_at timestamptz not null,
  not_before timestamptz not null,
  primary key (phone_idx, class_key)
);
comment on table pin_throttle is 'Wrong PINs of a number, for each class of devices. A guess is counted before it is compared.';
