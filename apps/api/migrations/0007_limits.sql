create table rate_limit (
  -- A keyed hash of rule and subject: no address and no number is stored.
  key bytea primary key,
  -- The whole state of a bucket (GCRA): the moment at which it is empty, in milliseconds since 1970.
  level bigint not null,
  -- How far above the present the level may be.
  room bigint not null
) with (fillfactor = 70);
comment on table rate_limit is 'Buckets of the rate limiter and of the money for SMS.';
