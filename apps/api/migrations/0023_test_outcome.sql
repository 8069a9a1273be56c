-- What the visitor of a test request chose in place of an identity check; null: nothing yet. No account has it.
alter table intent add column test_status text
  check (test_status is null or not live and test_status in (
    'COMPLETED', 'COMPLETED_FRAUD', 'PENDING_MANUAL_REVIEW', 'MANUAL_REVIEW_REJECTED', 'USER_PROCESS_EXPIRED', 'DELETED',
    'UNDERAGED'));
