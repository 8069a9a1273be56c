create table audit_event (
  seq bigint primary key check (seq > 0),
  at timestamptz not null,
  type text not null,
  outcome text not null,
  actor text,
  phone_prefix text,
  family_id text,
  device_prefix text,
  -- Of the caller's /24 or /48, under a key of its month.
  network_hash text,
  reason text,
  route text,
  request_id text,
  salt bytea,
  -- The details have a hash of their own, so that they can be deleted while the chain stays whole.
  details_hash bytea not null,
  prev_hash bytea not null,
  hash bytea not null
);
create index audit_event_by_actor on audit_event (actor, seq) where actor is not null;
comment on table audit_event is 'The audit trail, a chain: every row carries a keyed hash over itself and the row before it.';

-- Events wait here, in the transaction of what they record, until one writer chains them: no transaction waits for another.
create table audit_inbox (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  type text not null,
  outcome text not null,
  actor text,
  phone_prefix text,
  family_id text,
  device_prefix text,
  network_hash text,
  reason text,
  route text,
  request_id text,
  salt bytea not null,
  details_hash bytea not null,
  -- Over the event, under a key that is not in the database.
  mac bytea not null
);
comment on table audit_inbox is 'Audit events of the last second, which are not in the chain yet.';

-- head: the last row of the chain. reduced: up to here the details are deleted. removed: up to here the rows are deleted.
create table audit_mark (
  kind text primary key check (kind in ('head', 'reduced', 'removed')),
  seq bigint not null check (seq >= 0),
  hash bytea not null,
  mac bytea not null
);
insert into audit_mark (kind, seq, hash, mac) values ('head', 0, '', ''), ('reduced', 0, '', ''), ('removed', 0, '', '');
comment on table audit_mark is 'Signed positions in the audit trail.';

create table audit_note (
  name text primary key,
  value text not null,
  until timestamptz not null
);
comment on table audit_note is 'High-volume audit events are sampled: until when each one is not written again.';

-- A removal has to be announced by a mark first, with a signature that the database can't make.
create function keep_audit_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.seq <= (select seq from audit_mark where kind = 'removed') then
    return old;
  end if;
  if tg_op = 'UPDATE' and old.seq <= (select seq from audit_mark where kind = 'reduced')
    and num_nonnulls(new.phone_prefix, new.family_id, new.device_prefix, new.network_hash, new.reason, new.route, new.request_id, new.salt) = 0
    and (new.seq, new.at, new.type, new.outcome, new.actor, new.details_hash, new.prev_hash, new.hash)
      is not distinct from (old.seq, old.at, old.type, old.outcome, old.actor, old.details_hash, old.prev_hash, old.hash) then
    return new;
  end if;
  raise exception 'the audit trail is only appended to';
end
$$;
create trigger keep_audit_event before update or delete on audit_event for each row execute function keep_audit_event();

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit trail is only appended to';
end
$$;
-- What leaves the inbox is at the end of the chain.
create function keep_audit_inbox() returns trigger language plpgsql as $$
begin
  -- One look-up in a hash table for each: compared in pairs, a thousand events would be a million comparisons.
  if exists (
    select 1 from left_inbox l where l.details_hash not in (
      select e.details_hash from audit_event e
      where e.seq > (select seq from audit_mark where kind = 'head') - (select count(*) from left_inbox))) then
    raise exception 'the audit trail is only appended to';
  end if;
  return null;
end
$$;
create trigger keep_audit_inbox after delete on audit_inbox referencing old table as left_inbox
  for each statement execute function keep_audit_inbox();
create trigger keep_audit_entries before update on audit_inbox for each row execute function refuse_audit_change();
create trigger keep_audit_inbox_whole before truncate on audit_inbox for each statement execute function refuse_audit_change();

create trigger keep_audit_events before truncate on audit_event for each statement execute function refuse_audit_change();
create trigger keep_audit_marks before truncate on audit_mark for each statement execute function refuse_audit_change();
create trigger keep_audit_mark before delete on audit_mark for each row execute function refuse_audit_change();
create trigger audit_mark_moves_on before update on audit_mark for each row when (new.seq < old.seq) execute function refuse_audit_change();
