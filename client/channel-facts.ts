// Written by scripts/generate-docs.ts from the code. Change the code, not this file.

/** States how a client applies each channel’s changes to its state. */

import type { Channels } from './methods.ts';

/** The member that holds the rows, and the dotted path to the key in a row. Null if a change replaces the whole state. */
export type RowFacts = { readonly member: string; readonly key: string } | null;

export const CHANNEL_ROWS: { readonly [C in keyof Channels]: RowFacts } = {
	opportunities: { member: 'data', key: 'opportunity_id' },
	opportunity: null,
	portfolio: { member: 'executions', key: 'execution.id' },
	executions: { member: 'executions', key: 'execution.id' },
	pair_status: null,
	alerts: { member: 'alerts', key: 'alert_id' },
	heartbeat: null,
};
