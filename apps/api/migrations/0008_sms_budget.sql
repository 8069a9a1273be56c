-- Each SMS that was allowed or not, and why. Numbers, their beginnings and browsers are keyed hashes of their own; a day
-- later the row is deleted. drained_at: the code was typed in, so the SMS counts no more.
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
  challenge_id text,
  drained_at timestamptz
);
create index sms_decision_by_number on sms_decision (number_hash, decided_at);
create index sms_decision_by_prefix on sms_decision (prefix_hash, decided_at);
create index sms_decision_by_browser on sms_decision (browser_hash, decided_at);
create index sms_decision_by_challenge on sms_decision (challenge_id) where drained_at is null;
create index sms_decision_by_time on sms_decision (decided_at);

-- Codes by country in slots of ten minutes: sent and not typed in yet, and typed in. Nothing about a person.
create table sms_slot (
  country text not null,
  slot timestamptz not null,
  unverified integer not null default 0,
  verified integer not null default 0,
  primary key (country, slot)
);

-- The same by day, for as long as the budget looks back.
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
