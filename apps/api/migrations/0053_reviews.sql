-- Finds the reviews of the last days, and the end of each by the index of its check.
create index concurrently if not exists vendor_event_review on vendor_event (received_at) where status = 'PENDING_MANUAL_REVIEW';
