create table ledger_account (
  id text primary key,
  kind text not null check (kind in ('bank', 'returns', 'available', 'reserved', 'payable')),
  provider_id text references provider,
  currency text not null default 'EUR' check (currency = 'EUR'),
  balance bigint not null default 0,
  -- The owner is erased: later deposits go back to the bank.
  closed_at timestamptz,
  check (kind = 'bank' or balance >= 0),
  check ((kind = 'payable') = (provider_id is not null)),
  check (closed_at is null or kind in ('available', 'reserved'))
);
create unique index ledger_account_by_provider on ledger_account (provider_id) where provider_id is not null;
insert into ledger_account (id, kind) values ('bank', 'bank'), ('returns', 'returns');
comment on table ledger_account is 'An account of the double-entry ledger, in minor units. What is held for others is positive; the bank holds all of it and is its negative.';

create table ledger_entry (
  id text primary key,
  seq bigint generated always as identity unique,
  kind text not null check (kind in
    ('deposit', 'return', 'returned', 'reservation', 'release', 'payment', 'refund')),
  -- Unique, so that one cause moves money once.
  cause text not null unique,
  -- No reference: the ledger outlives the intent.
  intent_id text,
  at timestamptz not null
);
comment on table ledger_entry is 'One movement of money.';

create table ledger_line (
  entry_id text not null references ledger_entry,
  account_id text not null references ledger_account,
  amount bigint not null check (amount <> 0),
  primary key (entry_id, account_id)
);
create index ledger_line_by_account on ledger_line (account_id, entry_id);
comment on table ledger_line is 'What an entry adds to an account. The lines of an entry sum to zero.';

-- A balance is the sum of its lines, because nothing else changes it.
create function follow_ledger_line() returns trigger language plpgsql as $$
begin
  update ledger_account set balance = balance + new.amount where id = new.account_id;
  return null;
end
$$;
create trigger balance_follows_line after insert on ledger_line for each row execute function follow_ledger_line();

create function keep_ledger_balance() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'a balance follows its lines';
  end if;
  return new;
end
$$;
create trigger keep_ledger_balance before update of balance on ledger_account
  for each row when (new.balance <> old.balance) execute function keep_ledger_balance();

create function balance_ledger_entry() returns trigger language plpgsql as $$
begin
  if (select count(*) < 2 or sum(amount) <> 0 from ledger_line where entry_id = new.entry_id) then
    raise exception 'the lines of a ledger entry sum to zero';
  end if;
  return null;
end
$$;
create constraint trigger ledger_line_balances after insert on ledger_line deferrable initially deferred
  for each row execute function balance_ledger_entry();

create function require_ledger_lines() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from ledger_line where entry_id = new.id) then
    raise exception 'a ledger entry has lines';
  end if;
  return null;
end
$$;
create constraint trigger ledger_entry_has_lines after insert on ledger_entry deferrable initially deferred
  for each row execute function require_ledger_lines();

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is only appended to';
end
$$;
create trigger keep_ledger_entry before update or delete on ledger_entry for each row execute function refuse_ledger_change();
create trigger keep_ledger_line before update or delete on ledger_line for each row execute function refuse_ledger_change();
create trigger keep_ledger_account before delete on ledger_account for each row execute function refuse_ledger_change();
create trigger keep_ledger_entries before truncate on ledger_entry for each statement execute function refuse_ledger_change();
create trigger keep_ledger_lines before truncate on ledger_line for each statement execute function refuse_ledger_change();

create table wallet (
  account_id text primary key references account on delete cascade,
  available_id text not null unique references ledger_account,
  reserved_id text not null unique references ledger_account,
  reference_hash bytea not null unique
);
comment on table wallet is 'The only link between a person and two ledger accounts. It is deleted with the person.';

create table deposit (
  id text primary key,
  -- Unique, so that a payment, and a message about it, counts once.
  event_id text not null unique,
  payment_id text not null unique,
  -- The account it was added to; null when it went straight back.
  available_id text references ledger_account,
  amount bigint not null check (amount > 0),
  currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  returned bigint not null default 0 check (returned between 0 and amount),
  received_at timestamptz not null,
  -- Another currency goes back as it came: the ledger holds euros alone.
  check (currency = 'EUR' or available_id is null)
);
create index deposit_by_wallet on deposit (available_id, received_at desc) where returned < amount;
comment on table deposit is 'A payment that came in by the bank.';

create table return_order (
  id text primary key,
  deposit_id text not null references deposit,
  amount bigint not null check (amount > 0),
  reason text not null check (reason in
    ('unknown_reference', 'maintenance', 'balance_limit', 'account_closed', 'foreign_currency')),
  state text not null default 'pending' check (state in ('pending', 'sent')),
  attempts integer not null default 0 check (attempts >= 0),
  -- The worker that takes an order moves this on, so that no other worker takes it too.
  next_attempt_at timestamptz not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  check ((state = 'sent') = (sent_at is not null))
);
create index return_order_due on return_order (next_attempt_at) where state = 'pending';
create index return_order_by_deposit on return_order (deposit_id);
comment on table return_order is 'Transactional outbox for the bank: money to send back.';
