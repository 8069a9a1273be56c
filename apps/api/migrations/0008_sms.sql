create table sms_message (
  -- The idempotency key at the gateway.
  id text primary key,
  code_id text,
  notice text,
  phone_idx bytea not null,
  phone_enc text not null,
  language text not null,
  state text not null check (state in ('waiting', 'sending', 'accepted', 'refused', 'dead')),
  tries integer not null default 0 check (tries >= 0),
  -- Tries whose outcome is unknown: the message may be on its way.
  doubts integer not null default 0 check (doubts >= 0),
  claimed_at timestamptz,
  -- At which gateway it is tried; the second one gets what the first did certainly not send.
  gateway smallint not null default 1 check (gateway in (1, 2)),
  good_until timestamptz not null,
  created_at timestamptz not null,
  -- What rate limits and the budget counted for it: some of it comes back when the code is typed in, all when it is refused.
  refunds jsonb not null default '[]',
  check (num_nonnulls(code_id, notice) = 1)
) with (fillfactor = 80);
create index sms_message_unsent on sms_message (created_at) where state in ('waiting', 'sending');
create index sms_message_by_code on sms_message (code_id) where code_id is not null;
create index sms_message_by_number on sms_message (phone_idx);
comment on table sms_message is 'Transactional outbox for SMS: written together with the reason, sent afterwards. It holds no text and no code; both are made when it is sent.';

create table sms_spend (
  day date not null,
  country text not null,
  outcome text not null check (outcome in ('accepted', 'refused', 'unknown', 'not_taken')),
  total integer not null,
  cents integer not null,
  primary key (day, country, outcome)
);
comment on table sms_spend is 'How many SMS ended how in a country on a day (UTC), and their estimated price.';
