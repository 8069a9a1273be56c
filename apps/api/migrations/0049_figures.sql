-- A version before this one neither reads nor writes these tables: they are counted from the rows of `intent`, whoever wrote them.
create table intent_day (
  provider_id text not null references provider,
  live boolean not null,
  -- When they were asked for (UTC).
  day date not null,
  -- How they were answered; 'none': not by yes or no.
  method text not null,
  asked_total integer not null,
  opened_total integer not null,
  number_total integer not null,
  yes_total integer not null,
  no_total integer not null,
  paid_total integer not null,
  expired_total integer not null,
  cancelled_total integer not null,
  left_total integer not null,
  -- By the time that each step took: less than 10 s, 30 s, 1, 2, 5, 10, 30 minutes, and longer.
  opened_0_total integer not null,
  opened_1_total integer not null,
  opened_2_total integer not null,
  opened_3_total integer not null,
  opened_4_total integer not null,
  opened_5_total integer not null,
  opened_6_total integer not null,
  opened_7_total integer not null,
  number_0_total integer not null,
  number_1_total integer not null,
  number_2_total integer not null,
  number_3_total integer not null,
  number_4_total integer not null,
  number_5_total integer not null,
  number_6_total integer not null,
  number_7_total integer not null,
  answered_0_total integer not null,
  answered_1_total integer not null,
  answered_2_total integer not null,
  answered_3_total integer not null,
  answered_4_total integer not null,
  answered_5_total integer not null,
  answered_6_total integer not null,
  answered_7_total integer not null,
  primary key (provider_id, live, day, method)
);
create index intent_day_over on intent_day (day);
comment on table intent_day is 'How far the visitors of a website came, by day: of requests that have ended, each counted once.';

create table intent_counted (
  is_only boolean primary key default true check (is_only),
  until timestamptz not null
);
comment on table intent_counted is 'Requests made until then are counted in intent_day, except those of intent_uncounted.';

create table intent_uncounted (intent_id text primary key);
comment on table intent_uncounted is 'Requests that were still open when their time was counted: counted once they have ended. Without a foreign key, so that no request that is deleted waits for the count.';

-- By the time from our call of the gateway to its report: less than 5 s, 10 s, 20 s, 30 s, 1, 2, 5 minutes, and longer.
alter table sms_delivery
  add column delivered_0_total integer not null default 0,
  add column delivered_1_total integer not null default 0,
  add column delivered_2_total integer not null default 0,
  add column delivered_3_total integer not null default 0,
  add column delivered_4_total integer not null default 0,
  add column delivered_5_total integer not null default 0,
  add column delivered_6_total integer not null default 0,
  add column delivered_7_total integer not null default 0;
