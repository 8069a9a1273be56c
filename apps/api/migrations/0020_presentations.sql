create table presentation (
  -- Two secrets, of both only a hash: the one with which the browser that began finishes, and the one that apps answer to.
  -- Request, nonce and keys are derived from the first one, and in no row.
  id_hash bytea primary key,
  route_hash bytea not null unique,
  intent_id text not null references intent on delete cascade,
  -- The visitor's own account had the intent before. No account gets one from another account, so that this says enough.
  is_bound boolean not null,
  kind text not null check (kind in ('age_app', 'id_wallet')),
  way text not null check (way in ('dc_api', 'link', 'qr')),
  -- The first answer takes the request, whatever it is.
  state text not null default 'waiting'
    check (state in ('waiting', 'fetched', 'taken', 'checked', 'answered', 'refused')),
  reason text,
  -- Held until the browser that began brings the response code, or the digits.
  held_result text check (held_result in ('yes', 'no')),
  code_hash bytea,
  digits_hash bytea,
  digit_tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check ((state = 'refused') = (reason is not null)),
  check ((held_result is null) = (code_hash is null) and (held_result is null) = (digits_hash is null))
);
create index presentation_by_intent on presentation (intent_id);
create index presentation_expiry on presentation (expires_at);
comment on table presentation is 'A request to an app that holds a proof of age, or to an ID wallet, and what became of it. Nothing of a proof is here.';
