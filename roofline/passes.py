"""Operations and bytes of a prefill and of a decode step.

Plain functions of numbers. An operation is one multiply or one add, so a weight costs two operations
for each token that passes it. Bytes are what must cross between memory and chip.
Keep to assignment, return, if, + - * /, comparisons, max, min, ceil, floor and sqrt: these functions
are also read by programs that translate them.
"""

from __future__ import annotations


def attention_width(query_heads: float, head_size: float) -> float:
    """Width of attention: all query heads side by side. It may differ from the hidden size."""
    return query_heads * head_size


def kv_elements(layers: float, kv_heads: float, head_size: float, tokens: float) -> float:
    """Numbers kept in the cache for `tokens` tokens: a key and a value per layer, KV head and token."""
    return 2 * layers * kv_heads * head_size * tokens


def kv_bytes(layers: float, kv_heads: float, head_size: float, tokens: float, bytes_each: float) -> float:
    """Bytes of the cache for `tokens` tokens at `bytes_each` bytes a number."""
    return kv_elements(layers, kv_heads, head_size, tokens) * bytes_each


def weight_bytes(parameters: float, bytes_each: float) -> float:
    """Bytes of all weights."""
    return parameters * bytes_each


def looked_up_parameters(parameters: float, vocabulary: float, hidden: float, tied: bool) -> float:
    """Parameters that a decode step reads if the input embedding is looked up, one row a token.

    The named alternative to the film's plain convention, in which every parameter is read. A tied
    table is read whole for the output all the same.
    """
    if tied:
        return parameters
    return parameters - vocabulary * hidden


def linear_operations(parameters: float, tokens: float) -> float:
    """Operations of the weights: one multiply and one add for each weight and token."""
    return 2 * parameters * tokens


def cached_tokens(tokens: float, sliding_share: float, window: float) -> float:
    """Tokens that a layer keeps in its cache, on average: of `tokens` all, but in the part `sliding_share` (0 to 1)
    of the layers only the last `window`."""
    return tokens - sliding_share * max(0, tokens - window)


def attended_square(tokens: float, sliding_share: float, window: float) -> float:
    """Twice the pairs of tokens that attention joins within a prompt, in an average layer: the prompt's square, less
    what lies outside the window in the part `sliding_share` (0 to 1) of the layers."""
    outside = max(0, tokens - window)
    return tokens * tokens - sliding_share * outside * outside


def causal_attention_operations(layers: float, width: float, square: float) -> float:
    """Operations of causal attention within a prompt of N tokens: half of 4·L·d·N²; `square` is `attended_square`,
    N² where no layer has a window."""
    return 2 * layers * width * square


def cached_attention_operations(layers: float, width: float, users: float, cached: float) -> float:
    """Operations of attention in one decode step, over each user's `cached` tokens."""
    return 4 * layers * width * cached * users


def prefill_operations(parameters: float, layers: float, width: float, tokens: float, square: float) -> float:
    """Operations of reading a prompt of `tokens` tokens; `square` is `attended_square`."""
    return linear_operations(parameters, tokens) + causal_attention_operations(layers, width, square)


def prefill_bytes(weights: float, kv_per_token: float, cached: float) -> float:
    """Bytes of a prefill: each weight fetched once, the prompt's cache of `cached` tokens written."""
    return weights + cached * kv_per_token


def decode_bytes(weights: float, kv_per_token: float, users: float, cached: float) -> float:
    """Bytes of one decode step: each weight once for all users, each user's own cache of `cached` tokens."""
    return weights + users * cached * kv_per_token
