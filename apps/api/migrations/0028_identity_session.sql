-- Where a check is begun: at the service with our own protocol, or at a vendor with sessions.
alter table identity_check add column provider text not null default 'generic';

-- Sessions of checks at vendors. Without a check the row is the order to erase the session there.
create table identity_session (
  id text primary key,
  check_id text unique references identity_check on delete set null,
  provider text not null,
  -- Of the reference that the vendor gets, which is no code of the check.
  ref_hash bytea not null unique,
  -- Finds a session by the vendor's reference, which is sealed with its address and the way back.
  vendor_ref_mac bytea unique,
  kept_enc text,
  stage text not null check (stage in ('opening', 'open', 'submitted', 'again', 'ended')),
  reason text,
  staged_at timestamptz not null,
  claimed_at timestamptz,
  expires_at timestamptz,
  -- When the vendor last reported something.
  rung_at timestamptz,
  erase_attempts integer not null default 0,
  next_erase_at timestamptz not null,
  erase_since timestamptz,
  by_hand boolean not null default false
);
create index identity_session_erase on identity_session (next_erase_at) where check_id is null;
