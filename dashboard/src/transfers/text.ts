/** UI text for the transfers between exchanges that the service requests. Functions insert figures into a sentence. */

/** UI text for requested transfers, and for those that a plan or a shock would need. */
export const text = {
	noWithdrawals: 'Carrywire never withdraws. You make these transfers at the exchanges.',
	title: 'Transfers that Carrywire waits for',
	recognized:
		'Carrywire never withdraws. It recognizes a transfer by the deposits and withdrawals of your accounts.',
	states: {
		planned: 'Not seen yet.',
		sent: 'In flight.',
		partly: 'A part has arrived.',
		arrived: 'Arrived.',
		late: 'Late.',
	},
	move: (usd: string, from: string, to: string) => `Move ${usd} from ${from} to ${to}.`,
	by: (time: string) => `It should arrive by ${time}.`,
} as const;
