-- Messages are kept for 48 hours from when they were stored, however long each is good.
create index concurrently if not exists sms_message_by_time on sms_message (created_at);
