// Written by scripts/generate-docs.ts from the code. Change the code, not this file.

/** How a change of each channel is folded into what was known. */

import type { Channels } from './methods.ts';

/** Which member is the list of rows, and which member of a row (dots lead inward) is its key; null: a change is the whole. */
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
