create table provider (
  id text primary key,
  name text not null,
  webhook_url text not null,
  webhook_secret_enc text not null
);

create table provider_key (
  hash bytea primary key,
  provider_id text not null references provider on delete cascade
);

-- Where visitors may be sent back to: nothing else, and letter by letter.
create table provider_redirect (
  provider_id text not null references provider on delete cascade,
  uri text not null,
  primary key (provider_id, uri)
);

-- A provider asks about one visitor. The merchant intent code is a keyed hash of the id; only its hash is stored.
create table intent (
  id text primary key,
  mintid_hash bytea not null unique,
  provider_id text not null references provider,
  kind text not null default 'age' check (kind in ('age')),
  minimum_age integer not null,
  reference text,
  redirect_uri text not null,
  state text not null default 'created' check (state in ('created', 'bound', 'confirmed', 'denied')),
  account_id text references account on delete set null,
  result text check (result in ('yes', 'no')),
  verdict text,
  idempotency_key text,
  request_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  answered_at timestamptz,
  unique (provider_id, idempotency_key),
  check ((state in ('confirmed', 'denied')) = (result is not null and verdict is not null and answered_at is not null))
);
create index intent_by_account on intent (account_id);

-- What a provider is told: one event for an answered intent, delivered at least once under the same id.
create table webhook_event (
  id text primary key,
  intent_id text not null unique references intent,
  provider_id text not null references provider,
  body text not null,
  created_at timestamptz not null,
  attempts integer not null default 0 check (attempts >= 0),
  last_status integer,
  delivered_at timestamptz
);
create index webhook_event_undelivered on webhook_event (created_at) where delivered_at is null;
