-- When a process looks after a message, and how often one did: tries are counted by gateway beside it. A version before this one leaves
-- them out, and has time for its own tries.
alter table sms_message
  add column attempts integer not null default 0 check (attempts >= 0),
  add column next_attempt_at timestamptz not null default now() + interval '20 seconds';
create index sms_message_due on sms_message (next_attempt_at) where state in ('waiting', 'sending');
