// Written by scripts/generate-docs.ts from the code. Change the code, not this file.

/** How a client applies a change of each channel to its state. */

import type { Channels } from './methods.ts';

/** Member with the list of rows, and the dotted path of the key in a row; null: a change replaces the state. */
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
