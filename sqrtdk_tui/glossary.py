"""The words of the product, each with what it means; the help page and the printed help share them."""

GLOSSARY = (
    ("q, k", "query and key: two lists of d_k numbers"),
    ("d_k", "how many slots the lists q and k have"),
    ("slot", "one place in q or k; its product q_i × k_i is one step of the sum"),
    ("raw score", "q·k, the sum of d_k products; nothing divided yet"),
    ("divided score", "the raw score ÷ √d_k, or ÷ what the divide input says"),
    ("softmax", "e^score, each divided by the sum of all: shares that sum to 100%"),
    ("share, weight", "how much of a token is mixed in, 0 to 100%"),
    ("winner", "the token with the largest share; a positive divisor never changes it"),
    ("spread", "standard deviation: how far a random number typically lies from its mean"),
    ("winner's slope", "p(1−p): how far the winner's share moves per small step of its score at softmax's input"),
    ("total slope", "1 − Σp²: the sum of all p(1−p), at softmax's input"),
    ("dead row", "total slope below 0.01: no nudge of its scores moves its shares noticeably"),
    ("pull on q", "‖∂p/∂q‖: how far the shares move when q does; it need not fall when the slope does"),
    ("entropy", "−Σ p ln p, in nats: 0 for a spike, ln n for an even mix"),
    ("effective tokens", "e^entropy: how many tokens an even mix as mixed as this one would have"),
    ("SPIKE", "the top share is at least 99%"),
    ("NEARLY A SPIKE", "the top share is at least 90%"),
    ("EVEN", "effective tokens are at least 95% of the tokens"),
    ("MIX", "anything between"),
    ("±1 slots", "rademacher: each slot is a fair coin, plus or minus 1"),
    ("exact law", "scores drawn from their own distribution, not slot by slot; the same in law, much faster"),
)

NOTES = (
    "The scores 2, 1, 0 are a cartoon: × √d_k is put in by hand. Draw a row (scores: drawn) for real sums.",
    "Var(q·k) = d_k holds exactly when slots are independent, average zero and have variance 1.",
    "Dividing by √d_k never changes the order of a row's scores, so never the winner.",
    "For very many tokens n, undivided shares freeze on a few once d_k is above about 2 ln n; a guide, not a switch.",
)
