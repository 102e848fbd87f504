/** Spanish text for the transfers between exchanges that the service requests. */
import type { Translated } from '../../../src/sentences/translated.ts';
import type * as english from './text.ts';

/** UI text for requested transfers, and for those that a plan or a shock would need. */
export const text: Translated<typeof english.text> = {
	noWithdrawals: 'Carrywire nunca retira fondos. Tú haces estas transferencias en los exchanges.',
	title: 'Transferencias que Carrywire espera',
	recognized:
		'Carrywire nunca retira fondos. Reconoce una transferencia por los depósitos y retiradas de tus cuentas.',
	states: {
		planned: 'Aún no vista.',
		sent: 'En camino.',
		partly: 'Ha llegado una parte.',
		arrived: 'Ha llegado.',
		late: 'Con retraso.',
	},
	move: (usd, from, to) => `Mueve ${usd} de ${from} a ${to}.`,
	by: (time) => `Debe llegar antes de ${time}.`,
};
