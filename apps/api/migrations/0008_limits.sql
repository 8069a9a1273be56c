create table limit_counter (
  key bytea primary key,
  hits integer not null check (hits >= 0),
  -- The limit as it was at the last hit: an address with many sign-ins has a higher one.
  most integer not null check (most > 0),
  expires_at timestamptz not null
);
create index limit_counter_expiry on limit_counter (expires_at);
comment on table limit_counter is 'Rate limits: hits in a window. The key is a keyed hash of rule and caller; no address and no number is stored.';

create table tally (
  kind text not null,
  slot timestamptz not null,
  shard smallint not null,
  hits integer not null check (hits > 0),
  primary key (kind, slot, shard)
);
comment on table tally is 'Wrong codes and PINs of all visitors together, in slots of ten minutes. A slot has several rows, so that concurrent writers do not wait for one another.';
