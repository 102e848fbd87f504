/** Tests the order of deliveries when more targets have alerts than the service can send at once. */

import { expect, test } from 'vitest';
import { ALERT_SETTINGS, alertOf, alertParts } from '../../test/support/alert-service.ts';
import { openMemoryDatabase } from '../../test/support/memory-database.ts';
import { testVault } from '../../test/support/test-vault.ts';
import type { AlertAnswer, AlertSender } from '../ports/alert-sender.ts';
import { SILENT_LOGGER } from '../ports/logger.ts';
import { systemRandom } from '../runtime/random.ts';
import { createVirtualClock } from '../runtime/virtual-clock.ts';
import { newSigningSecret } from '../runtime/webhook-signature.ts';
import { createAlertStore } from '../store/alerts.ts';
import { createSqliteDatabase } from '../store/sqlite/sqlite-database.ts';
import { createAlertService } from './alert-service.ts';

const SLOW_TARGETS = 8;

test('does not delay targets of one user by slow targets of another', async () => {
	const clock = createVirtualClock(Date.UTC(2026, 10, 20, 8));
	const asked: { readonly url: string; readonly answer: (answer: AlertAnswer) => void }[] = [];
	const database = openMemoryDatabase();
	const sender: AlertSender = {
		refusal: () => undefined,
		post: ({ url }) => new Promise((answer) => asked.push({ url, answer })),
		close: () => {},
	};
	const service = createAlertService({
		targets: [],
		store: createAlertStore(createSqliteDatabase(database)),
		vault: testVault(),
		sender,
		...alertParts(clock, database, sender),
		newSigningSecret: () => newSigningSecret(systemRandom),
		clock,
		random: systemRandom,
		log: SILENT_LOGGER,
		settings: { ...ALERT_SETTINGS, targetsPerUserMax: SLOW_TARGETS },
	});
	const sent = async (count: number): Promise<void> => {
		while (asked.length < count) await new Promise((resolve) => setImmediate(resolve));
	};
	const add = (userId: string, url: string) =>
		service.add(userId, {
			name: 'pager',
			address: { kind: 'webhook', url },
			kinds: null,
			leastSeverity: 'info',
		});
	for (let at = 0; at < SLOW_TARGETS; at += 1) await add('user_a', `https://slow.example/${at}`);
	await add('user_b', 'https://other.example/');
	service.start();
	try {
		const alertId = (number: number): string => `alert_${String(number).padStart(24, '0')}`;
		await service.raise({ alerts: [1, 2].map((number) => alertOf('user_a', { alertId: alertId(number) })) });
		await sent(SLOW_TARGETS);
		await service.raise({ alerts: [alertOf('user_b', { alertId: alertId(3) })] });
		expect(asked).toHaveLength(SLOW_TARGETS);
		asked[0]?.answer({ kind: 'answered', status: 204, retryAfter: undefined, body: '' });
		await sent(SLOW_TARGETS + 1);
		expect(asked.at(-1)?.url).toBe('https://other.example/');
	} finally {
		service.close();
	}
});
