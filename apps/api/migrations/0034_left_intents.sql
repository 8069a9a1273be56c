-- The first time that the visitor went back without an answer, while the request stays open.
alter table intent add column left_at timestamptz;

-- One event for the end of an intent, and one for leaving it; a payment has another for each refund.
create unique index webhook_event_of_kind on webhook_event (intent_id, (type in ('intent.left', 'payment.left')))
  where type <> 'payment.refunded';
drop index webhook_event_of_end;
