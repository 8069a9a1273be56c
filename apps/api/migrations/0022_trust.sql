create table trust_list (
  url text primary key,
  -- Of the last list that was accepted; null until there is one.
  sequence bigint,
  issued_at timestamptz,
  next_update timestamptz,
  -- The certificate that signed it: a list whose signer is no longer pinned counts no more.
  signer bytea,
  content_hash bytea,
  fetched_at timestamptz,
  -- Why the last fetch changed nothing.
  problem text,
  next_try_at timestamptz not null,
  check ((sequence is null) = (next_update is null) and (sequence is null) = (signer is null))
);
comment on table trust_list is 'A trusted list that the settings name: how it was when it was accepted last.';
create table trust_anchor (
  list_url text not null references trust_list on delete cascade,
  fingerprint bytea not null,
  certificate bytea not null,
  primary key (list_url, fingerprint)
);
comment on table trust_anchor is 'The certificates of services that a trusted list names with the type and status that the settings ask for.';
