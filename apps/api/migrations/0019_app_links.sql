-- A browser waits for the app. What the QR code holds and what the browser follows by are two secrets; of both only a
-- hash is here. The number is on both screens.
create table app_link (
  code_hash bytea primary key,
  id_hash bytea not null unique,
  intent_id text not null references intent on delete cascade,
  device_hash bytea,
  number smallint not null check (number between 10 and 99),
  state text not null default 'waiting' check (state in ('waiting', 'claimed', 'matched', 'refused')),
  -- Gone with the account; the browser that waits still learns what became of the intent.
  account_id text references account on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index app_link_by_account on app_link (account_id);
create index app_link_by_intent on app_link (intent_id);
create index app_link_expiry on app_link (expires_at);
