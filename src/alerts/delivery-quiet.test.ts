/** Tests which alerts are sent during quiet hours, and what happens at their end. */

import { beforeEach, expect, test } from 'vitest';
import { ALERT_SETTINGS, alertOf, alertParts } from '../../test/support/alert-service.ts';
import { databasePerTest } from '../../test/support/database-per-test.ts';
import { testVault } from '../../test/support/test-vault.ts';
import type { AlertSender } from '../ports/alert-sender.ts';
import type { AlertSeverity } from '../ports/alerts.ts';
import { SILENT_LOGGER } from '../ports/logger.ts';
import { systemRandom } from '../runtime/random.ts';
import { createVirtualClock, passTime, type VirtualClock } from '../runtime/virtual-clock.ts';
import { newSigningSecret } from '../runtime/webhook-signature.ts';
import { createAlertStore } from '../store/alerts.ts';
import { createSqliteDatabase } from '../store/sqlite/sqlite-database.ts';
import { createAlertService, type RunningAlertService } from './alert-service.ts';

const USER = 'user_a';
const HOUR_MS = 3_600_000;
const database = databasePerTest();
let clock: VirtualClock;
let service: RunningAlertService;
let sent: string[];

beforeEach(async () => {
	clock = createVirtualClock(Date.UTC(2026, 10, 20, 22));
	sent = [];
	const sender: AlertSender = {
		refusal: () => undefined,
		post: async ({ body }) => {
			sent.push((JSON.parse(body) as { data: { message: string } }).data.message);
			return { kind: 'answered', status: 204, retryAfter: undefined, body: '' };
		},
		close: () => {},
	};
	service = createAlertService({
		targets: [],
		store: createAlertStore(createSqliteDatabase(database.now())),
		vault: testVault(),
		sender,
		...alertParts(clock, database.now(), sender),
		newSigningSecret: () => newSigningSecret(systemRandom),
		clock,
		random: systemRandom,
		log: SILENT_LOGGER,
		// Shorter than the quiet hours: the wait must not count as age.
		settings: { ...ALERT_SETTINGS, giveUpAfterMs: HOUR_MS },
	});
	service.start();
	await service.settings.setQuietHours(USER, { fromMinute: 21 * 60, untilMinute: 7 * 60, timeZone: 'UTC' });
	await service.add(USER, {
		name: 'pager',
		address: { kind: 'webhook', url: 'https://answers.example/' },
		kinds: null,
		leastSeverity: 'info',
	});
});

let number = 0;
const raise = (message: string, severity: AlertSeverity) => {
	number += 1;
	const alertId = `alert_${String(number).padStart(24, '0')}`;
	return service.raise({ alerts: [alertOf(USER, { alertId, raisedAt: clock.now(), message, severity })] });
};
const idle = async (): Promise<void> => {
	for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

test('sends critical alerts at once, and the others in order at the end', async () => {
	await raise('info', 'info');
	await raise('warning', 'warning');
	await raise('critical', 'critical');
	await idle();
	expect(sent).toEqual(['critical']);
	await passTime(clock, 9 * HOUR_MS - 60_000);
	await idle();
	expect(sent).toEqual(['critical']);
	for (let minute = 0; minute < 2; minute += 1) {
		await passTime(clock, 60_000);
		await idle();
	}
	expect(sent).toEqual(['critical', 'info', 'warning']);
});

test('keeps only the latest 20 of the alerts that wait, and counts the others', async () => {
	for (let count = 1; count <= 23; count += 1) await raise(`info ${count}`, 'info');
	await raise('critical', 'critical');
	await idle();
	expect(sent).toEqual(['critical']);
	const [target] = await service.list(USER);
	expect(target).toMatchObject({ waiting: 20, dropped: 3 });
	await service.settings.setQuietHours(USER, null);
	await idle();
	expect(sent).toEqual(['critical', ...Array.from({ length: 20 }, (_, at) => `info ${at + 4}`)]);
});
