-- An intent ends once: by its answer, by its time, or by its provider. Test intents live apart from the others.
alter table intent drop constraint intent_state_check;
alter table intent add constraint intent_state_check
  check (state in ('created', 'bound', 'confirmed', 'denied', 'expired', 'cancelled'));
alter table intent add column live boolean not null default true;
alter table intent alter column live drop default;
alter table intent add column max_proof_age_days integer check (max_proof_age_days between 1 and 3650);
alter table intent add column ended_at timestamptz;
update intent set ended_at = answered_at where answered_at is not null;
alter table intent add constraint intent_end check ((state in ('created', 'bound')) = (ended_at is null));
alter table intent drop constraint intent_provider_id_idempotency_key_key;
alter table intent add constraint intent_idempotency unique (provider_id, live, idempotency_key);
create index intent_by_provider on intent (provider_id, live, created_at desc, id desc);
create index intent_by_reference on intent (provider_id, reference) where reference is not null;
create index intent_open on intent (expires_at) where ended_at is null;
create index intent_ended on intent (ended_at) where ended_at is not null;

-- Providers come from the operator's file or from the command line; what came from the file changes with it.
alter table provider add column from_file boolean not null default true;
alter table provider alter column from_file drop default;
alter table provider alter column webhook_url drop not null;
alter table provider alter column webhook_secret_enc drop not null;
alter table provider add column previous_secret_enc text;
alter table provider add column previous_secret_until timestamptz;
alter table provider add column webhook_disabled_at timestamptz;
alter table provider add column last_sequence integer not null default 0;
alter table provider_redirect add column from_file boolean not null default true;
alter table provider_redirect alter column from_file drop default;

-- The key itself is nowhere. Of keys from the file only the hash is known, so their mode is what their holder shows.
alter table provider_key add column id text;
update provider_key set id = 'key_' || substr(encode(sha256(hash), 'hex'), 1, 22);
alter table provider_key alter column id set not null;
alter table provider_key add constraint provider_key_id unique (id);
alter table provider_key add column from_file boolean not null default true;
alter table provider_key alter column from_file drop default;
alter table provider_key add column live boolean;
alter table provider_key add column scopes text[] not null default '{intents:read,intents:write}';
alter table provider_key add column created_at timestamptz;
alter table provider_key add column last_used_on date;
alter table provider_key add column expires_at timestamptz;
alter table provider_key add column revoked_at timestamptz;
create index provider_key_by_provider on provider_key (provider_id);

-- An event is due at a moment; whoever takes it moves the moment on, and so keeps everybody else from it.
alter table webhook_event add column type text;
update webhook_event set type = body::jsonb ->> 'type';
alter table webhook_event alter column type set not null;
alter table webhook_event add column sequence integer;
update webhook_event e set sequence = n.place
  from (select id, row_number() over (partition by provider_id order by created_at, id) as place from webhook_event) n
  where n.id = e.id;
update provider p set last_sequence = (select count(*) from webhook_event e where e.provider_id = p.id);
alter table webhook_event alter column sequence set not null;
alter table webhook_event add constraint webhook_event_sequence unique (provider_id, sequence);
alter table webhook_event add column state text not null default 'pending'
  check (state in ('pending', 'delivered', 'failed'));
update webhook_event set state = 'delivered' where delivered_at is not null;
update webhook_event set body = (body::jsonb || jsonb_build_object('id', id, 'sequence', sequence)
    || jsonb_build_object('data', (body::jsonb -> 'data') || '{"live": true}'))::text
  where state = 'pending';
alter table webhook_event add column next_attempt_at timestamptz;
update webhook_event set next_attempt_at = created_at;
alter table webhook_event alter column next_attempt_at set not null;
alter table webhook_event add column last_error text;
alter table webhook_event add constraint webhook_event_delivered check ((state = 'delivered') = (delivered_at is not null));
drop index webhook_event_undelivered;
create index webhook_event_due on webhook_event (next_attempt_at) where state = 'pending';

-- What came of each attempt, for the operator and for a provider that asks.
create table webhook_attempt (
  event_id text not null references webhook_event on delete cascade,
  number integer not null,
  attempted_at timestamptz not null,
  status integer,
  error text,
  duration_ms integer not null,
  primary key (event_id, number, attempted_at)
);
create index webhook_attempt_old on webhook_attempt (attempted_at);
