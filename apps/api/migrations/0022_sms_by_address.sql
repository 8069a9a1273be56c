-- Where an SMS with a code was asked for: keyed hashes of the caller's address (/32, /64) and network (/24, /48). Nobody
-- asked for a notice. Who counts an address has its network, so that one index is for both.
alter table sms_decision add column address_hash bytea, add column network_hash bytea;
create index sms_decision_by_network on sms_decision (network_hash, decided_at) where allowed;
