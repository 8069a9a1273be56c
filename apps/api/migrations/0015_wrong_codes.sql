-- Codes tried for registrations of a number, over all of them: a registration goes, and what was tried stays counted.
-- The number is a keyed hash.
create table number_guess (
  phone_idx bytea primary key,
  guesses integer not null check (guesses > 0),
  until timestamptz not null
);
create index number_guess_expiry on number_guess (until);

-- What everybody together got wrong, in slots of ten minutes. A slot has several rows, so that nobody waits for anybody.
create table tally (
  kind text not null,
  slot timestamptz not null,
  shard smallint not null,
  hits integer not null check (hits > 0),
  primary key (kind, slot, shard)
);
