import { expect, test } from 'vitest';
import { fromInteger } from '../domain/decimal.ts';
import type { OwnTransferRecord } from '../ports/own-transfer-service.ts';
import { ownTransferAlerts } from './own-transfer-alerts.ts';

const MOVED: OwnTransferRecord = {
	from: 'main',
	to: 'futures',
	asset: 'USDT',
	amount: fromInteger(640),
	clientId: 'a'.repeat(32),
	userId: 'user_ann',
	accountId: 'acct_1',
	venue: 'bybit',
	state: 'done',
	intendedAt: 1,
	changedAt: 2,
	message: null,
};

test('an owner learns what moved, what is unknown and what was refused', () => {
	const alerts = (change: Partial<OwnTransferRecord>) => ownTransferAlerts({ ...MOVED, ...change });
	expect(alerts({})).toMatchObject([
		{
			kind: 'margin_transfer',
			severity: 'info',
			raisedAt: 2,
			exchange: 'bybit',
			message:
				"The service moved 640 USDT from your main wallet at Bybit to your futures account there, because its margin was thin. Add it to the positions' margin.",
			facts: { state: 'own_transfer_done' },
		},
	]);
	expect(alerts({ state: 'unknown', message: 'The connection was cut.' })).toMatchObject([
		{ severity: 'warning', message: expect.stringContaining('has no certain answer yet') },
	]);
	expect(alerts({ state: 'rejected', message: 'risk check error' })[0]?.message).toBe(
		'Bybit did not move 640 USDT from your main wallet to your futures account. It said: risk check error',
	);
});

test('a transfer that was only journaled or accepted says nothing yet', () => {
	for (const state of ['intended', 'unknown', 'absent'] as const)
		expect(ownTransferAlerts({ ...MOVED, state })).toEqual([]);
});

test('each state of a transfer has its own id, which a repetition shares', () => {
	const idOf = (change: Partial<OwnTransferRecord>) => ownTransferAlerts({ ...MOVED, ...change })[0]?.alertId;
	expect(idOf({})).toBe(idOf({ changedAt: 9 }));
	expect(idOf({})).not.toBe(idOf({ state: 'failed' }));
});
