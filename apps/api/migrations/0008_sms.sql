create table sms_message (
  -- The idempotency key at the gateway.
  id text primary key,
  challenge_id text references sms_challenge on delete cascade,
  generation integer,
  send integer,
  account_id text references account on delete cascade,
  notice text,
  language text not null,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'accepted', 'refused', 'dead')),
  tries integer not null default 0 check (tries >= 0),
  -- Tries whose outcome is unknown: the message may be on its way.
  doubts integer not null default 0 check (doubts >= 0),
  claimed_at timestamptz,
  -- At which gateway it is tried; the second one gets what the first did certainly not send.
  gateway smallint not null default 1 check (gateway in (1, 2)),
  good_until timestamptz not null,
  created_at timestamptz not null,
  unique (challenge_id, generation, send),
  check (num_nonnulls(challenge_id, account_id) = 1),
  check (num_nonnulls(challenge_id, generation, send) in (0, 3)),
  check ((account_id is null) = (notice is null))
);
create index sms_message_unsent on sms_message (created_at) where state in ('waiting', 'sending');
create index sms_message_by_account on sms_message (account_id) where account_id is not null;
comment on table sms_message is 'Transactional outbox for SMS: written together with the reason, sent afterwards. It holds no text and no code; both are made when it is sent.';

create table sms_spend (
  day date not null,
  country text not null,
  outcome text not null check (outcome in ('accepted', 'refused', 'unknown', 'not_taken')),
  slot smallint not null,
  total integer not null,
  cents integer not null,
  primary key (day, country, outcome, slot)
);
comment on table sms_spend is 'How many SMS ended how in a country on a day (UTC), and their estimated price. Its counts are spread over slots, so that messages do not wait for each other.';
