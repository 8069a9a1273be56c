create table oidc_client (
  id text primary key,
  provider_id text not null references provider on delete cascade,
  -- Clients come from the operator's file or from the command line, as keys do.
  from_file boolean not null,
  -- A test client makes test intents, and its tokens say so.
  live boolean not null,
  auth_method text not null
    check (auth_method in ('client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none')),
  secret_hash bytea,
  previous_secret_hash bytea,
  previous_secret_until timestamptz,
  -- The public keys of a client that signs.
  jwks text,
  redirect_uris text[] not null,
  -- The websites whose scripts may call the endpoints: of public clients alone.
  origins text[] not null,
  subject text not null check (subject in ('ephemeral', 'pairwise')),
  signing_alg text not null check (signing_alg in ('RS256', 'ES256')),
  require_par boolean not null,
  created_at timestamptz not null,
  constraint oidc_client_secret check ((secret_hash is not null) = (auth_method like 'client_secret_%')),
  constraint oidc_client_jwks check ((jwks is not null) = (auth_method = 'private_key_jwt')),
  constraint oidc_client_origins check (auth_method = 'none' or origins = '{}')
);
create index oidc_client_by_provider on oidc_client (provider_id);
comment on table oidc_client is 'A website''s registration with the OpenID Connect provider.';

create table oidc_record (
  kind text not null,
  id_hash bytea not null,
  payload_enc text not null,
  -- The grant of codes, tokens, itself and a request that was answered: they end together.
  grant_hash bytea,
  -- Whose it is, so that one statement reads all that a request needs. No foreign keys: each check would lock the client's row.
  client_id text,
  intent_id text,
  expires_at timestamptz not null,
  consumed_at timestamptz,
  primary key (kind, id_hash)
);
create index oidc_record_by_grant on oidc_record (grant_hash) where grant_hash is not null;
create index oidc_record_by_expiry on oidc_record (expires_at);
comment on table oidc_record is 'Requests under way, codes, grants and tokens of the OpenID Connect provider: by keyed hash, sealed beside the names of client and intent, for hours at most.';
