create table payment (
  intent_id text primary key references intent on delete cascade,
  amount bigint not null check (amount > 0),
  currency text not null check (currency = 'EUR'),
  description text not null,
  -- Where the money came from; null before that, and for test payments, which move no money.
  available_id text references ledger_account,
  reserved_id text references ledger_account,
  held boolean not null default false,
  refunded bigint not null default 0 check (refunded between 0 and amount),
  receipt text,
  check (not held or reserved_id is not null)
);
comment on table payment is 'What an intent of the kind payment requests, and what became of the money.';

create table payment_refund (
  id text primary key,
  intent_id text not null references payment on delete cascade,
  amount bigint not null check (amount > 0),
  idempotency_key text not null,
  request_hash bytea not null,
  created_at timestamptz not null,
  unique (intent_id, idempotency_key)
);
comment on table payment_refund is 'Refunds of a payment.';
