/** Tests which buttons a chat gets for what its pots suggest. */
import { expect, test } from 'vitest';
import { seededRandom } from '../runtime/seeded-random.ts';
import { createVirtualClock } from '../runtime/virtual-clock.ts';
import type { Asked } from './asked.ts';
import { suggestionMessages } from './suggestions.ts';

const CHANGE = { number: 0, kind: 'close', coin: 'SOL', state: 'suggested' };
const DECISION = { decision_id: 'dec_1', pot_id: 'pot_1', valid_until: null, changes: [CHANGE] };
const STATUS = {
	pots: [{ agent_id: 'agent_1', settings: { name: 'Main' }, decisions: [DECISION] }],
};

async function buttons(actsForOwner: boolean): Promise<readonly unknown[]> {
	const asked = {
		calls: { call: async () => ({ result: STATUS }) },
		link: { linkId: 'chat_1', agentId: 'agent_1', actsForOwner },
		store: { putConfirmation: async () => {} },
		clock: createVirtualClock(0),
		random: seededRandom(1),
	} as unknown as Asked;
	const messages = await suggestionMessages(asked);
	return messages.map((message) => message.buttons?.map(({ label }) => label));
}

test('only a chat that acts for its owner gets a button that confirms', async () => {
	expect(await buttons(true)).toEqual([['Confirm', 'Decline']]);
	expect(await buttons(false)).toEqual([['Decline']]);
});
