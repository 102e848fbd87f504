// Runs in a browser before its pages: a wallet that they find by EIP-6963. `TEST_WALLET` is written in front of it.
{
	const { address, name } = TEST_WALLET;
	// EIP-1193, as far as a login asks; addresses come in lower case, as from most wallets.
	const provider = {
		async request({ method, params = [] }) {
			switch (method) {
				case 'eth_requestAccounts':
					return [address.toLowerCase()];
				case 'eth_chainId':
					return '0x1';
				case 'personal_sign': {
					const digits = params[0].slice(2).match(/../g);
					const bytes = Uint8Array.from(digits, (pair) => Number.parseInt(pair, 16));
					return window.signInTestWallet(new TextDecoder().decode(bytes));
				}
				default:
					throw new Error(`The wallet has no ${method}.`);
			}
		},
	};
	const info = { uuid: '8f1c2b58-5c1e-4a39-9a6b-6a6d6f3f0d11', name, icon: 'data:,', rdns: 'example.wallet' };
	const announce = () => {
		const detail = Object.freeze({ info, provider });
		window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
	};
	window.addEventListener('eip6963:requestProvider', announce);
	announce();
}
