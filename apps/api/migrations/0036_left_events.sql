-- One event for the end of an intent, and one for leaving it; a payment has another for each refund. In a file of its own, so that no
-- intent is locked while the index is built.
create unique index webhook_event_of_kind on webhook_event (intent_id, (type in ('intent.left', 'payment.left')))
  where type <> 'payment.refunded';
drop index webhook_event_of_end;
