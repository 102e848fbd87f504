/**
 * Stores leases and the owners of units. Its statements run as they arrive (READ COMMITTED), because each is complete in
 * itself; `journal-statement.ts` proves ownership again with every commit.
 */
import type { Pool } from 'pg';
import type { LiveNode, NodeEntry, UnitGrant, UnitOwner, UnitStore } from '../../ports/units.ts';

const RENEW = `
INSERT INTO executor (node, incarnation, expires, state, address, version, schema_min, schema_max, journal_version_max)
VALUES ($1, $2, clock_timestamp() + $3 * interval '1 ms', $4, $5, $6, $7, $8, $9)
ON CONFLICT (node) DO UPDATE SET incarnation = excluded.incarnation, expires = excluded.expires, state = excluded.state,
	address = excluded.address, version = excluded.version, schema_min = excluded.schema_min,
	schema_max = excluded.schema_max, journal_version_max = excluded.journal_version_max
WHERE executor.incarnation = excluded.incarnation OR executor.expires <= clock_timestamp()
RETURNING node`;
/** Units of earlier starts become nobody's, so that this start takes them over with a new epoch like any other process. */
const FREE_EARLIER = 'UPDATE unit SET node = NULL WHERE node = $1 AND incarnation <> $2';
const LEAVE =
	'UPDATE executor SET expires = clock_timestamp() WHERE node = $1 AND incarnation = $2 AND expires > clock_timestamp()';
const ADD_MISSING = `
INSERT INTO unit (unit, epoch, node, clean, taken_at)
SELECT user_id, 0, NULL, 1, clock_timestamp() FROM account_user
WHERE NOT EXISTS (SELECT FROM unit WHERE unit.unit = account_user.user_id) ON CONFLICT DO NOTHING`;
// SKIP LOCKED leaves a unit alone while its owner's commit waits for the standby; the next call finds it again.
const take = (which: string) => `
WITH free AS (
	SELECT u.unit, u.clean FROM unit u LEFT JOIN executor x ON x.node = u.node AND x.incarnation = u.incarnation
	WHERE ${which} AND (x.node IS NULL OR x.expires <= clock_timestamp())
		AND EXISTS (SELECT FROM executor WHERE node = $1 AND incarnation = $2 AND expires > clock_timestamp() AND state = 'up')
	ORDER BY u.unit LIMIT $3 FOR UPDATE OF u SKIP LOCKED
)
UPDATE unit SET epoch = unit.epoch + 1, node = $1, incarnation = $2, clean = 0, taken_at = clock_timestamp()
FROM free WHERE unit.unit = free.unit RETURNING unit.unit, unit.epoch, free.clean, unit.stop_version`;
const TAKE = take('TRUE');
const TAKE_ONE = take('u.unit = $4');
const GIVE = `
UPDATE unit SET epoch = epoch + 1, node = $4, incarnation = (SELECT incarnation FROM executor WHERE node = $4), clean = $5, taken_at = clock_timestamp()
WHERE unit = $1 AND epoch = $2 AND node = $3 RETURNING epoch`;
const ACCEPT = 'UPDATE unit SET clean = 0 WHERE unit = $1 AND epoch = $2 AND node = $3 RETURNING unit';
const OWNED =
	'SELECT unit, epoch, clean, stop_version FROM unit WHERE node = $1 AND incarnation = $2 ORDER BY unit';
const OWNER = `
SELECT u.epoch, x.node, x.address, x.state FROM unit u JOIN executor x ON x.node = u.node AND x.incarnation = u.incarnation
WHERE u.unit = $1 AND x.expires > clock_timestamp()`;
const NODES = `
SELECT x.node, x.incarnation, x.address, x.version, x.state,
	(SELECT count(*) FROM unit u WHERE u.node = x.node AND u.incarnation = x.incarnation) AS units
FROM executor x WHERE x.expires > clock_timestamp() ORDER BY x.node`;
// A user without a unit counts as one that nobody serves.
const COUNTS = `
SELECT count(*) AS units, count(*) FILTER (WHERE x.node IS NULL OR x.expires <= clock_timestamp()) AS free
FROM (SELECT unit FROM unit UNION SELECT user_id FROM account_user) w LEFT JOIN unit u USING (unit)
LEFT JOIN executor x ON x.node = u.node AND x.incarnation = u.incarnation`;

/** Creates the store. Its pool is separate from that of the commits, so that a renewal never waits behind them. */
export function createUnitStore(pool: Pool): UnitStore {
	const rows = async (text: string, ...values: unknown[]) => (await pool.query(text, values)).rows;
	return {
		async renew(entry, state, ttlMs) {
			const renewed = await rows(RENEW, ...renewalOf(entry, state, ttlMs));
			if (renewed.length === 0) return false;
			await rows(FREE_EARLIER, entry.node, entry.incarnation);
			return true;
		},
		async leave({ node, incarnation }) {
			await rows(LEAVE, node, incarnation);
		},
		async take({ node, incarnation }, limit) {
			await rows(ADD_MISSING);
			return (await rows(TAKE, node, incarnation, limit)).map(grantOf);
		},
		async takeOne({ node, incarnation }, unit) {
			await rows(ADD_MISSING);
			return (await rows(TAKE_ONE, node, incarnation, 1, unit)).map(grantOf)[0];
		},
		async give({ unit, epoch }, from, to, isClean) {
			return (await rows(GIVE, unit, epoch, from, to, isClean ? 1 : 0))[0]?.epoch;
		},
		accept: async ({ unit, epoch }, node) => (await rows(ACCEPT, unit, epoch, node)).length > 0,
		owned: async ({ node, incarnation }) => (await rows(OWNED, node, incarnation)).map(grantOf),
		ownerOf: async (unit) => (await rows(OWNER, unit))[0] as UnitOwner | undefined,
		nodes: async () => (await rows(NODES)) as LiveNode[],
		counts: async () => (await rows(COUNTS))[0] as { units: number; free: number },
	};
}

function renewalOf(entry: NodeEntry, state: string, ttlMs: number): readonly unknown[] {
	const { node, incarnation, address, version, schemaMin, schemaMax, journalVersionMax } = entry;
	return [node, incarnation, ttlMs, state, address, version, schemaMin, schemaMax, journalVersionMax];
}

type GrantRow = {
	readonly unit: string;
	readonly epoch: number;
	readonly clean: number;
	readonly stop_version: number;
};

function grantOf(row: GrantRow): UnitGrant {
	return { unit: row.unit, epoch: row.epoch, isClean: row.clean === 1, stopVersion: row.stop_version };
}
