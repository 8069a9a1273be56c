-- What the network said of a message, upwards only: sent, undelivered, delivered. A version before this one leaves all of it out.
alter table sms_message
  add column report text check (report in ('sent', 'undelivered', 'delivered')),
  add column report_why text check (report_why in ('off', 'number', 'blocked', 'account', 'other')),
  add column report_at timestamptz,
  -- Keyed hashes that name its tries at gateways, in the addresses of their reports or by the gateway's own ids.
  add column report_refs bytea[] not null default '{}';
create index sms_message_report_refs on sms_message using gin (report_refs) with (fastupdate = off) where report_refs <> '{}';

-- How often a report ended the wait for another SMS of this code.
alter table sms_code add column undelivered_total smallint not null default 0 check (undelivered_total >= 0);

create table sms_report_early (
  ref bytea primary key,
  state text not null check (state in ('sent', 'undelivered', 'delivered')),
  why text check (why in ('off', 'number', 'blocked', 'account', 'other')),
  at timestamptz not null
);
create index sms_report_early_by_time on sms_report_early (at);
comment on table sms_report_early is 'Reports that came before the answer that names their message, for ten minutes.';

create table sms_delivery (
  day date not null,
  country text not null,
  gateway smallint not null check (gateway in (1, 2)),
  state text not null check (state in ('accepted', 'delivered', 'undelivered')),
  total integer not null,
  primary key (day, country, gateway, state)
);
comment on table sms_delivery is 'How many SMS a gateway that reports accepted in a country on a day (UTC), and how many of them it then reported in the end.';
