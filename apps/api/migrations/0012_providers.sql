create table provider (
  id text primary key,
  name text not null,
  -- Providers come from the operator's file or from the command line. What came from the file changes with the file.
  from_file boolean not null,
  webhook_url text,
  webhook_secret_enc text,
  previous_secret_enc text,
  previous_secret_until timestamptz,
  webhook_disabled_at timestamptz,
  last_sequence integer not null default 0,
  -- How its requests may be proven where they do not say it; null: in any way that there is.
  accept text[],
  -- What visitors see beside the name. The file's name is made of a hash of its bytes: another logo has another address.
  logo_file text,
  logo bytea,
  -- test: test keys only; requested: live ones were asked for. What the operator adds is live.
  stage text not null default 'live' check (stage in ('test', 'requested', 'live')),
  -- None of its keys works.
  suspended_at timestamptz,
  constraint provider_logo check ((logo_file is null) = (logo is null))
);
create index provider_by_logo on provider (logo_file) where logo_file is not null;
comment on table provider is 'A website that requests proofs of age or payments.';

create table provider_key (
  hash bytea primary key,
  id text not null constraint provider_key_id unique,
  provider_id text not null references provider on delete cascade,
  from_file boolean not null,
  -- Null for a key from the file: only its hash is known, so its mode is what its holder shows.
  live boolean,
  scopes text[] not null default '{intents:read,intents:write}',
  created_at timestamptz,
  last_used_on date,
  expires_at timestamptz,
  revoked_at timestamptz
);
create index provider_key_by_provider on provider_key (provider_id);
comment on table provider_key is 'API keys, by hash. The key itself is stored nowhere.';

create table provider_redirect (
  provider_id text not null references provider on delete cascade,
  uri text not null,
  from_file boolean not null,
  -- The order of registration.
  seq bigint generated always as identity,
  primary key (provider_id, uri)
);
comment on table provider_redirect is 'The only addresses to which a provider may send visitors back, letter by letter.';
