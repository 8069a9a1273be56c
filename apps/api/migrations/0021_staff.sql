create table staff (
  id text primary key,
  -- The e-mail is a login name; no mail is sent to it.
  email_idx bytea not null constraint staff_email unique,
  email_enc text not null,
  password_enc text not null,
  totp_enc text not null,
  -- The time step of the last code: one that was used, or came before it, is refused.
  totp_step bigint not null default 0,
  -- What the person may do for the installation; null: nothing.
  role text check (role in ('operator', 'reviewer', 'auditor')),
  created_at timestamptz not null
);
comment on table staff is 'People who sign in at the consoles. They have nothing to do with the accounts of visitors.';

create table staff_recovery_code (
  hash bytea primary key,
  staff_id text not null references staff on delete cascade
);
create index staff_recovery_code_by_staff on staff_recovery_code (staff_id);
comment on table staff_recovery_code is 'Codes that replace the authenticator, each once, by hash.';

create table staff_session (
  hash bytea primary key,
  staff_id text not null references staff on delete cascade,
  used_at timestamptz not null,
  expires_at timestamptz not null
);
create index staff_session_by_staff on staff_session (staff_id);
create index staff_session_over on staff_session (expires_at);
comment on table staff_session is 'Sessions at the consoles, by the hash of their cookie.';

create table staff_membership (
  staff_id text not null references staff on delete cascade,
  provider_id text not null references provider on delete cascade,
  role text not null check (role in ('owner', 'developer', 'viewer')),
  since timestamptz not null,
  primary key (provider_id, staff_id)
);
create index staff_membership_by_staff on staff_membership (staff_id);
comment on table staff_membership is 'What a person may do for a provider.';

create table staff_invitation (
  hash bytea primary key,
  id text not null constraint staff_invitation_id unique,
  -- Null: for the installation.
  provider_id text references provider on delete cascade,
  role text not null,
  -- Null: the operator, on the command line.
  invited_by text references staff on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint staff_invitation_role check (
    role in ('owner', 'developer', 'viewer') and provider_id is not null
    or role in ('operator', 'reviewer', 'auditor') and provider_id is null)
);
create index staff_invitation_by_provider on staff_invitation (provider_id);
comment on table staff_invitation is 'One-time links, by the hash of their secret. A used one is deleted.';
