create table app_link (
  -- Two secrets, of both only a hash: the one in the QR code, and the one with which the browser follows the progress.
  code_hash bytea primary key,
  id_hash bytea not null unique,
  intent_id text not null references intent on delete cascade,
  device_hash bytea,
  -- The network of that browser, under a key that needs the code of the link: two links have nothing in common.
  network_hash bytea,
  over_ipv6 boolean,
  check ((network_hash is null) = (over_ipv6 is null)),
  -- Shown on both screens, to be compared.
  number smallint not null check (number between 10 and 99),
  state text not null default 'waiting' check (state in ('waiting', 'claimed', 'matched', 'refused')),
  -- Set to null when the account is erased, so that the waiting browser still learns how the intent ended.
  account_id text references account on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index app_link_by_account on app_link (account_id);
create index app_link_by_intent on app_link (intent_id);
create index app_link_expiry on app_link (expires_at);
comment on table app_link is 'A QR code that hands an intent over to the app, and the browser that waits for it.';
