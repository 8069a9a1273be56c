create table registration (
  id text primary key,
  phone_idx bytea not null,
  phone_enc text not null,
  -- The browser's own: of the request's cookie, else of the one that its answer issued. No stranger's sign-up replaces it.
  device_hash bytea not null,
  without_cookie boolean not null,
  pin_enc text not null,
  pin_failures smallint not null default 0 check (pin_failures >= 0),
  language text not null,
  data_collection_consent boolean not null,
  -- Rate limits that get back what was counted when it becomes an account.
  refunds jsonb not null default '[]',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  unique (phone_idx, device_hash)
);
comment on table registration is 'A number with a PIN. It becomes an account when its own SMS code is confirmed, and expires otherwise.';

-- Levels are milliseconds since 1970: the moment at which the bucket is empty.
create table sms_code (
  id text not null unique,
  phone_idx bytea not null,
  purpose text not null check (purpose in ('login', 'register', 'reset')),
  -- Asked for by a browser that the account recognises: a row of its own, which no stranger touches.
  recognised boolean not null,
  form text not null check (form in ('digits', 'long')),
  -- Since the last right code: the cool-down grows with them.
  sends integer not null check (sends >= 0),
  -- Of the newest SMS; the others it had follow it.
  expires_at timestamptz not null,
  resend_at timestamptz not null,
  guess_level bigint not null default 0,
  send_level bigint not null default 0,
  used_at timestamptz,
  -- The session, or for a reset the browser, that used it: its repeat gets the same answer.
  used_by text,
  primary key (phone_idx, purpose, recognised)
) with (fillfactor = 60);
comment on table sms_code is 'The one code of a number for a purpose. It is derived from id and form, and stored nowhere; wrong guesses and SMS are counted here.';
