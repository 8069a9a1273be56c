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
  good_until timestamptz not null,
  created_at timestamptz not null,
  unique (challenge_id, generation, send),
  check (num_nonnulls(challenge_id, account_id) = 1),
  check (num_nonnulls(challenge_id, generation, send) in (0, 3)),
  check ((account_id is null) = (notice is null))
);
create index sms_message_unsent on sms_message (created_at) where state in ('waiting', 'sending');
comment on table sms_message is 'Transactional outbox for SMS: written together with the reason, sent afterwards. It holds no text and no code; both are made when it is sent.';

create table sms_decision (
  id bigint generated always as identity primary key,
  decided_at timestamptz not null,
  purpose text not null check (purpose in ('login', 'register', 'reset', 'notice')),
  allowed boolean not null,
  reason text not null,
  country text not null,
  number_hash bytea not null,
  prefix_hash bytea not null,
  browser_hash bytea,
  known_browser boolean not null,
  -- Where a code was requested: the caller's address (/32, /64) and network (/24, /48). A notice has neither. A query by
  -- address names the network too, so that one index serves both.
  address_hash bytea,
  network_hash bytea,
  challenge_id text,
  -- The code was confirmed, so the SMS counts no more.
  drained_at timestamptz
);
create index sms_decision_by_number on sms_decision (number_hash, decided_at);
create index sms_decision_by_prefix on sms_decision (prefix_hash, decided_at);
create index sms_decision_by_browser on sms_decision (browser_hash, decided_at);
create index sms_decision_by_network on sms_decision (network_hash, decided_at) where allowed;
create index sms_decision_by_challenge on sms_decision (challenge_id) where drained_at is null;
create index sms_decision_by_time on sms_decision (decided_at);
comment on table sms_decision is 'SMS budget: each SMS that was allowed or not, and why. Numbers, prefixes, browsers and addresses are keyed hashes; a row is deleted after a day.';

create table sms_slot (
  country text not null,
  slot timestamptz not null,
  unverified integer not null default 0,
  verified integer not null default 0,
  primary key (country, slot)
);
comment on table sms_slot is 'Codes by country in slots of ten minutes: sent and not confirmed yet, and confirmed.';

create table sms_day (
  country text not null,
  day date not null,
  sent integer not null default 0,
  denied integer not null default 0,
  verified integer not null default 0,
  recoveries integer not null default 0,
  cents double precision not null default 0,
  primary key (country, day)
);
create index sms_day_by_day on sms_day (day);
comment on table sms_day is 'SMS by country and day, for as long as the budget looks back.';
