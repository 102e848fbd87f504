import { runHaltCommand } from '../halt.ts';
import { operatorCommand } from '../operator-command.ts';

/** Lists the active halts: from the running service, or from its store if none is running. */
export const halts = operatorCommand({
	read: ({ values }) => ({
		action: 'halts' as const,
		json: values.json === true,
	}),
	run: async (action, parts) => runHaltCommand({ ...action, dataDir: await parts.dataDirectory() }, parts),
});
