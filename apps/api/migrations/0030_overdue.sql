-- Sweeps, and the light that reads what they have left, find what is over without reading the whole table. Only where the time of
-- a row stays as it is: an index on what each use changes would make each use of it dearer.
create index registration_over on registration (expires_at);
create index recovery_token_over on recovery_token (expires_at);
create index session_family_over on session_family (expires_at);
create index access_token_over on access_token (expires_at);
create index spent_captcha_over on spent_captcha (expires_at);
create index tombstone_over on tombstone (expires_at);
create index sms_message_over on sms_message (good_until);
create index vendor_event_over on vendor_event (received_at);
-- What waits for each receiver, apart from what waits for the others.
create index webhook_event_by_receiver on webhook_event (provider_id, next_attempt_at) where state = 'pending';
