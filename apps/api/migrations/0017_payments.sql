-- An intent may ask for a payment. Then it is reserved for, and executed, before it ends.
alter table intent drop constraint intent_kind_check;
alter table intent add constraint intent_kind_check check (kind in ('age', 'payment'));
alter table intent alter column minimum_age drop not null;
alter table intent drop constraint intent_state_check;
alter table intent add constraint intent_state_check check (
  state in ('created', 'bound', 'confirmed', 'denied', 'expired', 'cancelled')
  or kind = 'payment' and state in ('reserved', 'executed'));
alter table intent add constraint intent_payment check (kind = 'age' and minimum_age is not null
  or kind = 'payment' and state not in ('confirmed', 'denied'));
alter table intent drop constraint intent_end;
alter table intent add constraint intent_end
  check ((state in ('created', 'bound', 'reserved')) = (ended_at is null));

create table payment (
  intent_id text primary key references intent on delete cascade,
  amount bigint not null check (amount > 0),
  currency text not null check (currency = 'EUR'),
  description text not null,
  -- Where the money came from; null before, and for tests, which move none.
  available_id text references ledger_account,
  reserved_id text references ledger_account,
  held boolean not null default false,
  refunded bigint not null default 0 check (refunded between 0 and amount),
  receipt text,
  check (not held or reserved_id is not null)
);

create table payment_refund (
  id text primary key,
  intent_id text not null references payment on delete cascade,
  amount bigint not null check (amount > 0),
  idempotency_key text not null,
  request_hash bytea not null,
  created_at timestamptz not null,
  unique (intent_id, idempotency_key)
);

-- A payment may be told of more than once: when it ends, and for each refund.
alter table webhook_event drop constraint webhook_event_intent_id_key;
create unique index webhook_event_of_end on webhook_event (intent_id) where type <> 'payment.refunded';
create index webhook_event_by_intent on webhook_event (intent_id);

-- A PIN that was set anew in a browser that the account did not know.
alter table account add column unknown_reset_at timestamptz;
