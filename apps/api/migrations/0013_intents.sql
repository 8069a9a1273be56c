create table intent (
  id text primary key,
  -- The merchant intent code is a keyed hash of the id; only the hash of the code is stored.
  mintid_hash bytea not null unique,
  provider_id text not null references provider,
  -- Test intents live apart from live ones.
  live boolean not null,
  kind text not null default 'age' check (kind in ('age', 'payment')),
  minimum_age integer check (minimum_age between 12 and 21),
  -- How a proof of age may be given, and how it was.
  accept text[] not null default '{identity_check}',
  method text check (method in ('identity_check', 'proof_of_age', 'id_wallet', 'age_token')),
  max_proof_age_days integer check (max_proof_age_days between 1 and 3650),
  reference text,
  redirect_uri text not null,
  -- Where a website that asks by OpenID Connect has its visitors sent: their way back leads over our own address.
  website_uri text,
  -- The provider's wish in which tab the visitor goes back; null: the browser decides.
  return_tab text check (return_tab in ('same_tab', 'new_tab')),
  -- A payment is reserved, and executed, before it ends.
  state text not null default 'created' constraint intent_state_check check (
    state in ('created', 'bound', 'confirmed', 'denied', 'expired', 'cancelled')
    or kind = 'payment' and state in ('reserved', 'executed')),
  account_id text references account on delete set null,
  result text check (result in ('yes', 'no')),
  verdict text,
  idempotency_key text,
  request_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  answered_at timestamptz,
  -- An intent ends once: by its answer, by expiry, or by its provider.
  ended_at timestamptz,
  -- How far its visitor came.
  opened_at timestamptz,
  bound_at timestamptz,
  constraint intent_idempotency unique (provider_id, live, idempotency_key),
  check ((state in ('confirmed', 'denied')) = (result is not null and verdict is not null and answered_at is not null)),
  constraint intent_method check ((result is null) = (method is null)),
  constraint intent_payment check (kind = 'age' and minimum_age is not null
    or kind = 'payment' and state not in ('confirmed', 'denied')),
  constraint intent_end check ((state in ('created', 'bound', 'reserved')) = (ended_at is null))
);
create index intent_by_account on intent (account_id);
create index intent_by_provider on intent (provider_id, live, created_at desc, id desc);
create index intent_by_reference on intent (provider_id, reference) where reference is not null;
create index intent_open on intent (expires_at) where ended_at is null;
create index intent_ended on intent (ended_at) where ended_at is not null;
comment on table intent is 'A merchant intent: one request of a provider for one visitor.';
