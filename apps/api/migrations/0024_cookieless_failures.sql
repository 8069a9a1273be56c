-- Wrong PINs of callers without a cookie, who may be strangers: they use up no grant of the browser that signed up.
alter table registration add column cookieless_failures smallint not null default 0 check (cookieless_failures >= 0);
