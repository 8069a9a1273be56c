-- What the network said of a message, upwards only: sent, undelivered, delivered. A version before this one leaves all of it out.
alter table sms_message
  add column report text check (report in ('sent', 'undelivered', 'delivered')),
  add column report_why text check (report_why in ('off', 'number', 'blocked', 'account', 'other')),
  -- A keyed hash of the gateway's own id, where it reports by that.
  add column gateway_ref bytea;
create index sms_message_gateway_ref on sms_message (gateway_ref) where gateway_ref is not null;

-- How often a report ended the wait for another SMS of this code.
alter table sms_code add column undelivered_total smallint not null default 0 check (undelivered_total >= 0);

create table sms_delivery (
  day date not null,
  country text not null,
  gateway smallint not null check (gateway in (1, 2)),
  accepted integer not null,
  delivered integer not null,
  undelivered integer not null,
  primary key (day, country, gateway)
);
comment on table sms_delivery is 'How many SMS a gateway that reports accepted in a country on a day (UTC), and how many of them it then reported in the end.';
