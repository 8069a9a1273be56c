-- What comes in by another currency goes back as it came: the books hold euros alone and never see it.
alter table deposit add column currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$');
alter table deposit add check (currency = 'EUR' or available_id is null);
alter table return_order drop constraint return_order_reason_check;
alter table return_order add constraint return_order_reason_check check (reason in
  ('unknown_reference', 'maintenance', 'balance_limit', 'account_closed', 'foreign_currency'));
