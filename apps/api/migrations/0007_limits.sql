create table counter (
  key bytea primary key,
  rule text not null,
  -- The whole state of a limit: milliseconds since 1970 of a bucket, a number of a count.
  level bigint not null,
  -- Of the last call: its cost, by which its statement decides, and what the limit held, which says whether a count is full.
  step bigint not null,
  room bigint not null,
  -- Milliseconds since 1970: deleted afterwards.
  ends bigint not null
) with (fillfactor = 70);
comment on table counter is 'What limits count. The key is a keyed hash of rule and subject; no address and no number is stored.';

create table earned_room (
  key bytea primary key,
  -- Days since 1970.
  day integer not null,
  sign_ins integer not null,
  day_before integer not null
) with (fillfactor = 70);
comment on table earned_room is 'Completed sign-ins of an address or network, today and the day before: its limits grow with them. The key is a keyed hash.';
